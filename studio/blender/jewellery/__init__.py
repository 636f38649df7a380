from jewellery import bracelets, earrings, necklaces, rings  # noqa: F401
