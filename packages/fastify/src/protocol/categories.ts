/** Those of the library; a server declares others in `categories` of GET /api/health. */
export { categories } from '@devai/memory/types';
