-- What a line of a CSV file changes, for the audit log.
alter table imports.product_rows add column changes json;

-- The history of one record.
create index audit_log_record on audit_log (subject, subject_id, id desc);
