const names: Record<string, string> = {
  pglite: 'embedded Postgres under',
  postgres: 'Postgres at',
  supabase: 'Supabase at',
};

/** A store in words. `place` is absent when a server does not say it, as older ones do not. */
export function describeStore({ kind, place }: { kind: string; place?: string | undefined }): string {
  const name = names[kind] ?? kind;
  return place === undefined ? name.replace(/ (under|at)$/, '') : `${name} ${place}`;
}
