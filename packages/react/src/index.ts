/** Hooks for a page on DevAI: its chat, and what it remembers. */
export { maximumMessageLength, type ApprovalRequest } from '@devai/fastify/protocol/frames';
export { knownGroupOf } from '@devai/fastify/protocol/known-group';
export { pageOf } from '@devai/fastify/protocol/page-of';
export { readSlashCommand } from '@devai/fastify/protocol/slash-command';
export { ApiError, connect as connectServer } from './client.ts';
export { DevaiProvider } from './devai-provider.tsx';
export { isUnsent, type Turn } from '@devai/fastify/protocol/conversation';
export type { AgentWork, Part, ToolCall } from '@devai/fastify/protocol/parts';
export { useChat, type Chat } from './chat/use-chat.ts';
export { useSessions, type Session } from './sessions/use-sessions.ts';
export { useStoreSearch, type StoreHit } from './use-store-search.ts';
export { useSessionSearch } from './sessions/use-session-search.ts';
export { conversationFile } from '@devai/fastify/protocol/conversation-file';
export { useReadConversation } from './sessions/read-conversation.ts';
export { useAgentWork } from './sessions/use-agent-work.ts';
export { useTurnRecall } from './sessions/use-turn-recall.ts';
export { mostContexts, useContexts, type ContextSummary } from './sessions/use-contexts.ts';
export { askedNoModel, spentOn } from '@devai/fastify/protocol/spent';
export { useContextList } from './context/use-context-list.ts';
export {
  useContextDetail,
  useContextDiff,
  type ChangedItem,
  type ContextSection,
  type SectionChange,
} from './context/use-context-detail.ts';
export { useContextPreview, useSessionChoices, type SessionChoice } from './context/use-session-choices.ts';
export { jobStatuses } from '@devai/fastify/protocol/job';
export { useJobs, type Job, type JobStatus } from './jobs/use-jobs.ts';
export { useStats, useDoctor, type DayUse } from './jobs/use-stats.ts';
export { useProject, type ProjectEdit } from './projects/use-project.ts';
export { useConsolidation, type Consolidation } from './projects/use-consolidation.ts';
export { useDocuments, type Document } from './documents/use-documents.ts';
export { useDocument, type Chunk } from './documents/use-document.ts';
export { useIngestion, useIngestionProgress, type Ingestion } from './documents/use-ingestion.ts';
export { useFocus } from './focus/use-focus.ts';
export type { ShownFocus, Topic, TopicEdit } from './focus/topic-edit.ts';
export { daysLeft, topicStrengthIn } from './focus/topic-fading.ts';
export { useProjects } from './use-projects.ts';
export { useServer } from './use-server.ts';
export { useModel, type ModelChoice, type ModelProvider } from './use-model.ts';
export {
  memoryTypes,
  relationKinds,
  trusts,
  type Memory,
  type MemoryEdit,
  type MemoryEvent,
  type MemoryFilter,
  type NewMemory,
  type RelationKind,
} from './memory/memory-types.ts';
export { useCategories } from './memory/use-categories.ts';
export { useMemoryGraph, type MemoryGraph } from './memory/use-memory-graph.ts';
export { useMemory } from './memory/use-memory.ts';
export { useMemoryChanges } from './memory/use-memory-changes.ts';
export { useMemoryExplanation } from './memory/use-memory-explanation.ts';
export { useMemorySearch, type Hit } from './memory/use-memory-search.ts';
export { useReadMemories } from './memory/read-memories.ts';
export { useProjectMemory } from './memory/use-project-memory.ts';
export { fadesAt, strengthIn } from './memory/fading.ts';
