/** `@devai/memory/langgraph` */
export { createLangGraphStore } from '../adapters/langgraph/store.ts';
