export { makeFolder } from './files/make-folder.ts';
export type { SyncReport } from './files/synced-file.ts';
export { systemClock } from './clock.ts';
export type { StartInput } from './background/background.ts';
export { isCronExpression } from './background/upkeep-schedule.ts';
export type { Chat, ChatInput, ChatRecall } from './chat/chat.ts';
export { contextFromSession } from './compaction/context-from-session.ts';
export type { CompactionOutcome } from './compaction/compaction.ts';
export { slideWindow } from './compaction/slide.ts';
export type { CalibrateInput, Calibration } from './embeddings/calibrate.ts';
export type { DocumentText, Ingested } from './documents/documents.ts';
export type { DocumentRecord } from './store/documents.ts';
export type { Context } from './context/assemble.ts';
export type { ContextDiff, ContextSummary, ReplayReport, ShownContext } from './context/contexts.ts';
export type { Price } from './context/prices.ts';
export type { ContextBasis, Gathered } from './context/gather.ts';
export { contextProfiles, type ContextProfile } from './context/profile.ts';
export type { Candidate, Section, SectionInput } from './context/section.ts';
export { createCachingEmbedder } from './embeddings/caching-embedder.ts';
export { createModelOverWords } from './embeddings/model-over-words.ts';
export { createOfflineEmbedder } from './embeddings/offline-embedder.ts';
export { createOpenAIEmbedder, type OpenAIEmbedderSettings } from './embeddings/openai-embedder.ts';
export { findExplicitStatements } from './extraction/rules/explicit-statements.ts';
export { errorCodes, isStoreFailure, messagesOf, MemoryError, type ErrorCode } from './errors.ts';
export type { MemoryEventListener, MemoryEventNotice } from './events.ts';
export { readAnswer, readForgetRequest, readTakeBack, type ForgetRequest } from './text/forget-request.ts';
export { asksHowToForget, readForgetWish } from './text/forget-wish.ts';
export type { FilePart } from './imports/found.ts';
export type { ImportInput } from './imports/plan.ts';
export type { ImportReport, ImportPlan } from './imports/report.ts';
export type { MemoryChange } from './memories/memories.ts';
export type { ConsolidateInput } from './jobs/consolidation.ts';
export type { Forgettable } from './memories/find-forgettable.ts';
export {
  createMemory,
  type Memory,
  type MemorySettings,
  type TransactionMemory,
  type UserMemory,
} from './memory.ts';
export { normaliseProject, parseNamespaceIn, readableScopes, scopeOf, storedProject } from './namespaces.ts';
export { inOneVoice } from './text/in-one-voice.ts';
export { oneLine } from './text/one-line.ts';
export { defaultOptions, type MemoryOptionOverrides, type MemoryOptions } from './options.ts';
export type {
  ChatMessage,
  ChatModel,
  Clock,
  ContextMessage,
  Database,
  EmbeddingModel,
  Embeddings,
  EmbeddingThresholds,
  JsonSchema,
  Log,
  Meaning,
  MeaningModel,
  ModelEvent,
  ModelReply,
  ModelRequest,
  ModelUsage,
  Source,
  SourceItem,
  SourceQuery,
  ToolSchema,
  Transaction,
  TransactionClient,
} from './ports.ts';
export { createOpenAIChatModel, type OpenAIChatModelSettings } from './models/openai-chat-model.ts';
export type { Recall } from './retrieval/recall.ts';
export type { RelatedSession } from './retrieval/related-sessions.ts';
export { storeNames } from './retrieval/search-stores.ts';
export { type RecalledMessage } from './retrieval/said-block.ts';
export type { ScrubInput, ScrubReport } from './maintenance/scrub.ts';
export type { Stats, StatsInput } from './maintenance/stats.ts';
export { openPgliteDatabase, type EmbeddedSettings } from './store/drivers/pglite.ts';
export { openPostgresDatabase } from './store/drivers/postgres.ts';
export type { PostgresPool, ServerSettings } from './store/drivers/postgres-settings.ts';
export { openSupabaseDatabase, type SupabaseSettings } from './store/drivers/supabase.ts';
export type { OwnCategories } from './store/category.ts';
export type { ExtractionInstructions } from './fields/extraction-instructions.ts';
export { withTimeLimit } from './time-limit.ts';
export { isSecondTry, readTriedCall, type TriedCall } from './transcript/second-try.ts';
export { toChatMessage } from './transcript/to-chat-message.ts';
export { isLocalAddress } from './text/local-address.ts';
export { localDay } from './text/local-time.ts';

export { countMessageTokens, countTokens, truncateToTokens } from './text/tokens.ts';
export type { Consolidation } from './store/consolidation.ts';
export type { Job } from './store/jobs.ts';
export type { RememberedOne } from './memories/remember-all.ts';
export type { RememberInput } from './memories/remember.ts';
export type { MemoryEvent, MemoryRecord, RelatedMemory, Remembered } from './store/memories.ts';
export type { Message } from './store/messages.ts';
export type { Project, ProjectPatch, ProjectSettings } from './store/projects.ts';
export { RedactedText } from './redaction/redacted-text.ts';
export type { Appended } from './sessions/sessions.ts';
export type { Session } from './store/sessions.ts';
export type { Topic } from './store/topics.ts';
export {
  categories,
  memoryTypes,
  messageRoles,
  priorities,
  relationKinds,
  sources,
  trusts,
} from './types.ts';
export type {
  Category,
  GivenMessage,
  Hit,
  KnownCategory,
  MemoryFilter,
  MemoryType,
  NewMessage,
  ToolCall,
} from './types.ts';
export { wordsOf } from './text/words.ts';
export type { PublishInput, SubscribeInput } from './sharing/shared.ts';
export type { SharedEntry } from './store/shared.ts';
