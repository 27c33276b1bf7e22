/** Where in a document a chunk is, as prompts and the page say it. */
export { pageOf } from '@devai/memory/page-of';
