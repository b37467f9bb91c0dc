"""Is a companion safe with people in danger, and does it keep calm with everybody else? H2HTalk, table 3."""
