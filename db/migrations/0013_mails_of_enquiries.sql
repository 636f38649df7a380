-- A mail that repeats the words of an enquiry goes when the enquiry does.
alter table mails add column enquiry_id uuid references enquiries on delete cascade;

-- The copy for the shop was written in the transaction that stored the enquiry, so both bear one moment.
update mails m set enquiry_id = e.id from enquiries e
  where m.user_id is null and m.created_at = e.created_at and m.subject ~ '^A (question|bulk enquiry) from ';
update mails m set enquiry_id = a.enquiry_id from enquiry_answers a
  where m.user_id is null and m.to_address = a.to_address and m.subject like 'Your message to %'
    and m.created_at between a.sent_at - interval '1 minute' and a.sent_at + interval '1 minute';

create index mails_enquiry on mails (enquiry_id) where enquiry_id is not null;
