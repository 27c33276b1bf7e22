import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { postgresPlace } from './postgres-place.ts';

it.each([
  ['postgres://anna:secret@db.example.org:6543/devai', 'db.example.org:6543/devai'],
  ['postgresql://anna:secret@DB.example.org/devai?sslmode=require', 'db.example.org:5432/devai'],
  ['postgres://127.0.0.1/devai', 'localhost:5432/devai'],
  ['postgres://localhost:5432/devai', 'localhost:5432/devai'],
  ['postgres://[::1]:5432/devai', 'localhost:5432/devai'],
  ['postgres://[2001:db8::1]:5432/devai', '[2001:db8::1]:5432/devai'],
  ['postgres://anna:secret@localhost', 'localhost:5432/anna'],
  ['postgres://anna@localhost/two%20words', 'localhost:5432/two words'],
  ['postgres://localhost/devai?host=other&port=7', 'other:7/devai'],
  ['postgres://anna@/devai?host=/var/run/Postgres', '/var/run/Postgres:5432/devai'],
])('%s is %s', (url, place) => {
  expect(postgresPlace(url)).toBe(place);
});

it('never names the password, wherever it stands', () => {
  const password = fc.stringMatching(/^[a-z]{12}$/);
  fc.assert(
    fc.property(password, (secret) => {
      expect(postgresPlace(`postgres://u:${secret}@h/d`)).not.toContain(secret);
      expect(postgresPlace(`postgres://u@h/d?password=${secret}`)).not.toContain(secret);
    }),
  );
});
