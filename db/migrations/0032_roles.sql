-- Staff become managers and admins owners; packers are new.
alter table users drop constraint users_role_check;
update users set role = case role when 'Staff' then 'Manager' else 'Owner' end where role in ('Staff', 'Admin');
alter table users add constraint users_role_check check (role in ('Customer', 'Packer', 'Manager', 'Owner'));
