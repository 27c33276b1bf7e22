export type { OpenTestDatabase } from './reused-stores.ts';
export {
  replyFaults,
  type RecordedRequest,
  type ReplyFault,
  type ScriptedAnswer,
  type ScriptedEmbeddings,
  type ScriptedFailure,
  type ScriptedReply,
} from './scripted-answer.ts';
export { percentile } from './percentile.ts';
export { createProgressBar } from './progress-bar.ts';
export { renderTable } from './render-table.ts';
export { pick, seededRandom } from './seeded-random.ts';
export { lockFolder } from '../src/files/folder-lock.ts';
export { specimens } from '../src/redaction/specimens.fixture.ts';
export { answerWithFacts, factText } from './fact-answers.ts';
export { everyRow } from './every-row.ts';
export { growth, repeating } from './growth.ts';
export { message } from './message.ts';
export { scriptedChatModel } from './scripted-chat-model.ts';
export { startScriptedModelServer, type ScriptedModelServer } from './scripted-model-server.ts';
export { compiledModules, shortLived, startShortLivedEngines } from './short-lived.ts';
export { silentLog } from './silent-log.ts';
export { createTestClock, type TestClock } from './test-clock.ts';
export { embeddedStores } from './test-pglite.ts';
