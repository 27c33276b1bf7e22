import { explained } from '../../missing-peer.ts';

/** Loads the package `pg`, which only hosts with a Postgres server have. Throws `package_missing`. */
export async function loadPg() {
  try {
    return await import('pg');
  } catch (error) {
    throw explained('a store on a Postgres server', error);
  }
}
