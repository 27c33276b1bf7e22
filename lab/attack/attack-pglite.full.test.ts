import { testAttacks } from './test-attacks.ts';

testAttacks('pglite');
