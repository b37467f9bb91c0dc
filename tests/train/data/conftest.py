"""A model server for teachers; and plans that are small."""

from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
