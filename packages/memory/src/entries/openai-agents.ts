/** `@devai/memory/openai-agents` */
export type { AdapterSettings } from '../adapters/degrading.ts';
export { createAgentsMemory, type AgentsMemory } from '../adapters/openai-agents/session.ts';
