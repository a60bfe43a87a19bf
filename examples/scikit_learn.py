"""scikit-learn: which cleaning tells topics apart best, found by a grid search.

python examples/scikit_learn.py
"""

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import GridSearchCV, StratifiedShuffleSplit
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline

from sitesieve.mining import SiteCleaner, SiteVectorizer
from sitesieve.sample import sample_sites


def main() -> None:
    pages = [page for site in sample_sites()[:2] for page in site.pages if page.role == "article"]
    given, topics = [(page.url, page.html) for page in pages], [page.topic for page in pages]

    texts = Pipeline(
        [("clean", SiteCleaner()), ("words", TfidfVectorizer()), ("topic", MultinomialNB())]
    )
    splits = StratifiedShuffleSplit(2, train_size=0.5, random_state=1)
    grid = {"clean__favour": ["precision", "recall"], "words__sublinear_tf": [False, True]}
    search = GridSearchCV(texts, grid, cv=splits).fit(given, topics)
    print(f"cleaned texts: {search.best_score_:.2f} with {search.best_params_}")

    weights = Pipeline([("weigh", SiteVectorizer()), ("topic", MultinomialNB())])
    search = GridSearchCV(weights, {"weigh__power": [1, 4]}, cv=splits).fit(given, topics)
    print(f"weighed words: {search.best_score_:.2f} with {search.best_params_}")


if __name__ == "__main__":
    main()
