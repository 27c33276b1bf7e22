/**
 * Handmade memories of a small store and questions to it: what a developer's agent knows after some weeks, in three
 * languages, with near misses and other projects.
 */
export type FixtureMemory = {
  key: string;
  namespace: string;
  content: string;
  title?: string;
  tags?: string[];
  memoryType?: 'semantic' | 'episodic' | 'procedural';
  importance?: number;
};

const fixes = 'devai/project/taskforge/fixes';
const facts = 'devai/project/taskforge/facts';
const user = 'devai/user/preferences';

export const fixtureMemories: FixtureMemory[] = [
  { key: 'jwt', namespace: facts, content: 'task-api uses JWT auth, api-project-access uses tfapi_ keys' },
  {
    key: '503',
    namespace: fixes,
    content: '503 after ~0.012 s means a broken import in _shared/appwrite-client.js',
    memoryType: 'episodic',
  },
  {
    key: 'activate',
    namespace: 'devai/project/taskforge/deployment',
    content: 'After appwrite push --force, activate the deployment through REST PATCH',
    memoryType: 'procedural',
  },
  { key: 'port-test', namespace: facts, content: 'The test server of TaskForge listens on port 8081' },
  { key: 'port-web', namespace: facts, content: 'The web client of TaskForge is served on port 5173' },
  {
    key: 'stripe',
    namespace: 'devai/project/taskforge/decisions',
    content: 'Decided on Stripe as payment provider on 2026-09-14, because Adyen offers no sandbox',
  },
  {
    key: 'flaky',
    namespace: fixes,
    content:
      'The upload test was flaky because all workers shared one temporary folder; each has its own now',
    memoryType: 'episodic',
  },
  { key: 'node', namespace: facts, content: 'TaskForge needs Node 24 or newer' },
  {
    key: 'migrations',
    namespace: facts,
    content: 'Priya reviews every database migration before it is merged',
  },
  {
    key: 'backup',
    namespace: 'devai/project/taskforge/operations',
    content: 'The production database is dumped every night at 02:00 with pg_dump to the bucket tf-backups',
  },
  {
    key: 'login-page',
    namespace: facts,
    content: 'The login form lives in src/pages/login/LoginPage.tsx',
    tags: ['component'],
  },
  {
    key: 'queue-retry',
    namespace: facts,
    content:
      'Jobs in the mail queue are retried five times with exponential backoff, then moved to the dead letter queue',
  },
  {
    key: 'csv',
    namespace: 'devai/project/taskforge/plans',
    content: 'CSV export of reports is planned for version 2.5',
    title: 'CSV export in 2.5',
  },
  { key: 'ts-any', namespace: user, content: 'Prefers TypeScript, never use any', importance: 9 },
  { key: 'dark', namespace: user, content: 'Prefers dark mode in every editor', importance: 9 },
  { key: 'dog', namespace: user, content: "The user's dog is called Biscuit", importance: 9 },
  { key: 'tabs', namespace: user, content: 'Indents with two spaces, never with tabs', importance: 9 },
  {
    key: 'short-replies',
    namespace: user,
    content: 'Wants short replies without introductions',
    importance: 9,
  },
  {
    key: 'pnpm-trap',
    namespace: 'devai/global/patterns',
    content: 'pnpm install fails with ERR_PNPM_OUTDATED_LOCKFILE in CI when the lockfile was not committed',
    memoryType: 'procedural',
  },
  {
    key: 'timezone',
    namespace: 'devai/global/patterns',
    content: 'Store timestamps in UTC and convert them to the local time zone only for display',
    memoryType: 'procedural',
  },
  {
    key: 'de-sicherung',
    namespace: facts,
    content: 'Die Sicherungen der Kundendaten liegen 90 Tage in Frankfurt',
  },
  {
    key: 'de-anbieter',
    namespace: user,
    content: 'Der Nutzer möchte Antworten auf Deutsch, Code-Kommentare auf Englisch',
    importance: 9,
  },
  {
    key: 'de-zertifikat',
    namespace: fixes,
    content:
      'Das TLS-Zertifikat lief am 3. Oktober 2026 ab, weil der Erneuerungsdienst keinen Zugriff auf Port 80 hatte',
    memoryType: 'episodic',
  },
  {
    key: 'de-freigabe',
    namespace: 'devai/project/taskforge/operations',
    content: 'Freigaben für die Produktion erteilt nur Herr Yilmaz, dienstags und donnerstags',
  },
  { key: 'de-bildgroesse', namespace: facts, content: 'Hochgeladene Bilder dürfen höchstens 5 MB groß sein' },
  { key: 'th-port', namespace: facts, content: 'เซิร์ฟเวอร์ทดสอบการชำระเงินทำงานที่พอร์ต 9090' },
  {
    key: 'th-meeting',
    namespace: 'devai/project/taskforge/operations',
    content: 'ประชุมทีมทุกวันอังคารเวลาสิบโมง',
  },
  { key: 'th-theme', namespace: user, content: 'ผู้ใช้ชอบธีมสีเข้มและตัวอักษรขนาดใหญ่', importance: 9 },
  {
    key: 'th-image',
    namespace: fixes,
    content: 'การอัปโหลดรูปล้มเหลวเพราะโฟลเดอร์ชั่วคราวเต็ม',
    memoryType: 'episodic',
  },
  // other projects, similar enough to the questions above to be found if they were read
  {
    key: 'other-jwt',
    namespace: 'devai/project/task/facts',
    content: 'task-api of Task uses session cookies for auth',
  },
  {
    key: 'other-port',
    namespace: 'devai/project/shopify-sync/facts',
    content: 'The test server listens on port 4000',
  },
  {
    key: 'other-backup',
    namespace: 'devai/project/taskforge-legacy/operations',
    content: 'The production database of the legacy system is backed up weekly',
  },
  { key: 'other-th', namespace: 'devai/project/task_forge/facts', content: 'เซิร์ฟเวอร์ทดสอบทำงานที่พอร์ต 7000' },
];

/** A question and the keys of the memories that answer it. */
export const answeredQuestions: [question: string, keys: string[]][] = [
  ['What auth does task-api use?', ['jwt']],
  ['Which authentication scheme does the task-api use again, I keep forgetting?', ['jwt']],
  ['why do I get a 503 from the appwrite function?', ['503']],
  ['How do I activate a deployment after appwrite push?', ['activate']],
  ['which port is the test server on', ['port-test']],
  ['On which port does the web client run?', ['port-web']],
  ['What did we decide about the payment provider?', ['stripe']],
  ['the upload test is flaky again, what was it last time?', ['flaky']],
  ['Which Node version do we need?', ['node']],
  ['Who reviews database migrations?', ['migrations']],
  ['When is the production database dumped?', ['backup']],
  ['where is the login form', ['login-page']],
  ['LoginPage.tsx', ['login-page']],
  ['How often are jobs in the mail queue retried?', ['queue-retry']],
  ['When will the CSV export come?', ['csv']],
  ['May I use any in TypeScript?', ['ts-any']],
  ['what is my dog called?', ['dog']],
  ['Should I indent with tabs or spaces?', ['tabs']],
  ['CI says ERR_PNPM_OUTDATED_LOCKFILE', ['pnpm-trap']],
  ['How should timestamps be stored?', ['timezone']],
  ['Wie lange liegen die Sicherungen der Kundendaten?', ['de-sicherung']],
  ['In welcher Sprache sollen die Kommentare im Code sein?', ['de-anbieter']],
  ['Warum ist das Zertifikat abgelaufen?', ['de-zertifikat']],
  ['Wer erteilt die Freigabe für die Produktion?', ['de-freigabe']],
  ['Wie groß dürfen Bilder sein?', ['de-bildgroesse']],
  ['เซิร์ฟเวอร์ทดสอบการชำระเงินใช้พอร์ตอะไร', ['th-port']],
  ['ประชุมทีมวันไหน', ['th-meeting']],
  ['ผู้ใช้ชอบธีมสีอะไร', ['th-theme']],
  ['ทำไมอัปโหลดรูปไม่ได้', ['th-image']],
];

/** Questions that no memory of the store is about. */
export const unansweredQuestions: string[] = [
  'What is the capital of France?',
  'Hello, how are you today?',
  'thanks, that was very helpful!',
  'Write a haiku about autumn leaves',
  'How long should I boil an egg?',
  'Can you explain how photosynthesis works?',
  'Translate "good morning" to Italian please',
  'What is the difference between a violin and a viola?',
  'How do I center a div with flexbox?',
  'Who won the football world cup in 1990?',
  'What would be a good name for a cat?',
  'I want to learn to play the piano, where do I begin?',
  'Is it going to rain this weekend?',
  'How far away is the moon?',
  'Please tell me a joke',
  'How do I reverse a linked list in Rust?',
  'What does the word ephemeral mean?',
  'Was ist die Hauptstadt von Frankreich?',
  'Hallo, wie geht es dir heute?',
  'Erzähl mir bitte einen Witz',
  'Wie lange muss ich Nudeln kochen?',
  'Was ist der Unterschied zwischen Affe und Menschenaffe?',
  'Kannst du mir ein Gedicht über den Herbst schreiben?',
  'Wie weit ist der Mond von der Erde entfernt?',
  'เมืองหลวงของฝรั่งเศสคืออะไร',
  'สวัสดีครับ วันนี้เป็นอย่างไรบ้าง',
  'ช่วยเล่าเรื่องตลกหน่อย',
  'ต้มไข่กี่นาทีถึงจะสุก',
  'พรุ่งนี้ฝนจะตกไหม',
  'ดวงจันทร์อยู่ไกลแค่ไหน',
];
