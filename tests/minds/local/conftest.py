"""What the tests of the local model share."""

from tests.minds.local.fixtures import llamacpp as llamacpp
from tests.minds.local.fixtures import llamacpp_embedding as llamacpp_embedding
from tests.minds.local.fixtures import one_thread as one_thread
from tests.minds.local.fixtures import tiny_model as tiny_model
