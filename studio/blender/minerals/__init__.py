from minerals import beryl, metamorphic, quartz, tourmaline, worn  # noqa: F401
