-- Whole names and last names from their beginning, answered from the index alone; a name that many have is found here.
create index users_name on users (lower(name) text_pattern_ops, id desc) include (name);
create index users_last_name on users (lower(substring(name from '\S+$')) text_pattern_ops, id desc) include (name);
