"""The pages of the site: each module prepares the content of one sort of page; the templates in ``site/templates`` set it."""
