-- What was refused is looked for again, among all that was ever written.
create index reviews_refused on reviews (id desc) where refused_at is not null;

-- A person who leaves is taken out of what they did. Without these, all moves of all orders were read for that.
create index order_moves_user on order_moves (user_id) where user_id is not null;
create index enquiry_answers_user on enquiry_answers (user_id) where user_id is not null;
create index quotes_accepted_by on quotes (accepted_by) where accepted_by is not null;
