/** `@devai/memory/testing` of the published package: what a host's own tests need. */
export type {
  RecordedRequest,
  ReplyFault,
  ScriptedAnswer,
  ScriptedEmbeddings,
  ScriptedFailure,
  ScriptedReply,
} from './scripted-answer.ts';
export { message } from './message.ts';
export { startScriptedModelServer, type ScriptedModelServer } from './scripted-model-server.ts';
export { silentLog } from './silent-log.ts';
export { createTestClock, type TestClock } from './test-clock.ts';
