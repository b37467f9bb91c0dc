/* Starts the installed Swagger UI on the API's documentation page. */
window.SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#docs", deepLinking: true, validatorUrl: null });
