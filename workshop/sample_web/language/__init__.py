"""Words, sentence patterns and labels of the sample web's three languages."""
