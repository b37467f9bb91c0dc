"""Teaching an open model to be a safe companion, as iPET does: data, training, measuring, shipping."""
