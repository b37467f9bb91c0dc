"""The routes of `/api/v1`, one noun per file; each is an `APIRouter` called `router`."""
