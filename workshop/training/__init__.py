"""How the shipped models are made from labelled pages: needs scikit-learn."""
