-- The roles of Supabase, for local development: PostgREST logs in as authenticator and switches to the role of the key in the request.
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator login noinherit password 'local';
grant anon, authenticated, service_role to authenticator;
