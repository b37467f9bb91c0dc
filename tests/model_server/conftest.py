"""What the server's own tests need."""

from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
