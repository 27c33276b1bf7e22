import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the build of the page is: in the published package, or where this repository builds it. */
export const builtPage =
  [join(import.meta.dirname, '../web')].find(existsSync) ?? join(import.meta.dirname, '../../../web/dist');
