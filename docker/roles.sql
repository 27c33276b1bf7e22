-- The roles that Supabase has, for local work: PostgREST logs in as authenticator and becomes the role of the key that it is given.
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator login noinherit password 'local';
grant anon, authenticated, service_role to authenticator;
