from objects import bowl, handbag, key_rings, paper_and_felt, phone_case  # noqa: F401
