import type { Mutation } from './mutation.ts';

const place = 'db/place.ts';
const migrate = 'db/migrate.ts';
const rendering = ['db/place.test'];
const migrating = ['db/migrate.test'];
const opening = ['packages/memory/src/store/drivers/postgres.test'];

/** Faults in where a store is in its database, and in what an older version or another role may do with it. */
export const places: Mutation[] = [
  {
    name: 'a store in another schema announces on the channel of the default one',
    file: place,
    find: 'replaceAll(/\\b(pg_notify|hashtextextended)',
    replace: 'replaceAll(/\\b(pg_notified|hashtextextended)',
    tests: rendering,
  },
  {
    name: 'pgvector is looked for in the default schema',
    file: place,
    find: '.replaceAll(/\\bextensions\\./g,',
    replace: '.replaceAll(/\\bextensions_\\./g,',
    tests: rendering,
  },
  {
    name: 'a name of a schema may end a literal',
    file: place,
    find: '/["\'\\\\$',
    replace: '/["\\\\$',
    tests: rendering,
  },
  {
    name: 'an older version goes on beside a migration that it cannot bear',
    file: migrate,
    find: 'newer.some((one) => !one.isAdditive) ||',
    replace: '',
    tests: migrating,
  },
  {
    name: 'an older version goes on although functions no longer take its arguments',
    file: migrate,
    find: 'required <= passed.length &&',
    replace: '',
    tests: migrating,
  },
  {
    name: 'a runtime role is no role of later tables',
    file: 'db/privileges.sql',
    find: 'case when o.polname is null\n',
    replace: 'case when false\n',
    tests: migrating,
  },
  {
    name: 'a password function is passed over for the address',
    file: 'packages/memory/src/store/drivers/postgres-driver.ts',
    find: '...(password !== undefined && { password }),',
    replace: '',
    tests: opening,
  },
  {
    name: 'a certificate that nobody known has signed is an outage',
    file: 'db/connect-hint.ts',
    find: "      'DEPTH_ZERO_SELF_SIGNED_CERT',\n",
    replace: '',
    tests: opening,
  },
];
