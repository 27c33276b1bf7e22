/** `@devai/memory/pglite` */
export { openPgliteDatabase, type EmbeddedSettings } from '../store/drivers/pglite.ts';
