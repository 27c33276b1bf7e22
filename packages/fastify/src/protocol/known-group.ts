/** How the page and the file memory.md group what is remembered. */
export { knownGroupOf } from '@devai/memory/known-group';
