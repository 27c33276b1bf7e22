/**
 * Questions, each with the statement that answers it, made by hand. Every other combination within a language is
 * unrelated. The offline embedder's thresholds were chosen on them.
 */
export const questionPairs: Record<'english' | 'german' | 'thai', [question: string, statement: string][]> = {
  english: [
    ['Which port does the test server use?', 'The test server listens on port 8081'],
    [
      'How do I activate a deployment after appwrite push?',
      'After appwrite push --force, activate the deployment through REST PATCH',
    ],
    ['What auth does task-api use?', 'task-api uses JWT auth, api-project-access uses tfapi_ keys'],
    [
      'why do I get a 503 from appwrite functions',
      '503 after ~0.012 s means a broken import in _shared/appwrite-client.js',
    ],
    ['Can I use any in TypeScript here?', 'Prefers TypeScript, never use any'],
    ['When is the next release planned?', 'The release of version 2.4 is planned for 12 March 2026'],
    ['Who reviews database migrations?', 'Priya reviews all database migrations before they are merged'],
    [
      'What did we decide about the payment provider?',
      'We decided for Stripe as payment provider because Adyen has no sandbox',
    ],
    [
      'How are backups of the production database made?',
      'Backups of the production database run every night at 02:00 with pg_dump',
    ],
    ['Does the user want dark mode?', 'The user prefers dark mode in every editor'],
    ['where is the login page component', 'LoginPage lives in src/pages/login/LoginPage.tsx'],
    [
      'flaky upload test, what was the cause?',
      'The upload test was flaky because the temporary folder was shared between workers',
    ],
    ['What is the name of my dog?', "The user's dog is called Biscuit"],
    ['Which Node version do we need?', 'The project needs Node 24 or newer'],
    [
      'How long may a function take before the timeout?',
      'Cloud functions time out after 30 seconds; long work goes to the queue',
    ],
    [
      'Is there a limit for memory of the worker?',
      'The worker is killed when it uses more than 512 MB of memory',
    ],
  ],
  german: [
    ['Welchen Port benutzt der Testserver?', 'Der Testserver läuft auf Port 8081'],
    [
      'Wie aktiviere ich das Deployment nach dem Push?',
      'Nach dem Push muss das Deployment über REST PATCH aktiviert werden',
    ],
    [
      'Welche Authentifizierung nutzt task-api?',
      'task-api nutzt JWT zur Authentifizierung, api-project-access nutzt Schlüssel mit tfapi_',
    ],
    [
      'Warum kommt beim Speichern ein Fehler 409?',
      'Fehler 409 beim Speichern heißt, dass die Version des Dokuments veraltet ist',
    ],
    ['Mag der Nutzer Tabs oder Leerzeichen?', 'Der Nutzer möchte Leerzeichen statt Tabs'],
    [
      'Wann ist die nächste Veröffentlichung geplant?',
      'Die Veröffentlichung von Version 2.4 ist für den 12. März 2026 geplant',
    ],
    [
      'Wer prüft die Datenbankmigrationen?',
      'Frau Öztürk prüft alle Migrationen der Datenbank vor dem Zusammenführen',
    ],
    [
      'Was haben wir beim Zahlungsanbieter entschieden?',
      'Entscheidung: Stripe als Zahlungsanbieter, weil Adyen keine Testumgebung hat',
    ],
    [
      'Wie werden Sicherungen der Datenbank gemacht?',
      'Jede Nacht um 2 Uhr wird die Datenbank mit pg_dump gesichert',
    ],
    ['Wo liegt die Komponente der Anmeldeseite?', 'Die Anmeldeseite liegt in src/pages/login/LoginPage.tsx'],
    ['Wie heißt mein Hund?', 'Der Hund des Nutzers heißt Keks'],
    ['Welche Node-Version brauchen wir?', 'Das Projekt braucht Node 24 oder neuer'],
    [
      'Wie lange darf eine Funktion laufen?',
      'Funktionen dürfen höchstens 30 Sekunden laufen, danach bricht die Plattform ab',
    ],
    [
      'In welcher Sprache sollen Kommentare geschrieben werden?',
      'Kommentare im Code werden auf Englisch geschrieben',
    ],
    ['Wie groß darf ein Bild beim Hochladen sein?', 'Bilder dürfen beim Hochladen höchstens 5 MB groß sein'],
    [
      'Was tun wenn der Speicher des Workers voll läuft?',
      'Läuft der Speicher des Workers voll, hilft ein kleinerer Stapel pro Durchlauf',
    ],
  ],
  thai: [
    ['เซิร์ฟเวอร์ทดสอบใช้พอร์ตอะไร', 'เซิร์ฟเวอร์ทดสอบทำงานที่พอร์ต 8081'],
    ['ต้องทำอย่างไรหลัง appwrite push', 'หลัง appwrite push --force ต้องเปิดใช้งาน deployment ผ่าน REST PATCH'],
    ['task-api ยืนยันตัวตนแบบไหน', 'task-api ใช้ JWT ในการยืนยันตัวตน'],
    ['ผู้ใช้ชอบธีมสีอะไร', 'ผู้ใช้ชอบธีมสีเข้มในทุกโปรแกรม'],
    ['จะออกเวอร์ชันใหม่เมื่อไหร่', 'เวอร์ชัน 2.4 จะออกวันที่ 12 มีนาคม 2569'],
    ['ใครตรวจสอบการย้ายฐานข้อมูล', 'คุณสมชายตรวจสอบการย้ายฐานข้อมูลทุกครั้งก่อนรวมโค้ด'],
    ['เราเลือกผู้ให้บริการชำระเงินเจ้าไหน', 'เลือก Omise เป็นผู้ให้บริการชำระเงินเพราะรองรับพร้อมเพย์'],
    ['สำรองข้อมูลตอนกี่โมง', 'ระบบสำรองข้อมูลทุกคืนเวลาตีสองด้วย pg_dump'],
    ['หน้าเข้าสู่ระบบอยู่ไฟล์ไหน', 'หน้าเข้าสู่ระบบอยู่ที่ src/pages/login/LoginPage.tsx'],
    ['สุนัขของฉันชื่ออะไร', 'สุนัขของผู้ใช้ชื่อคุกกี้'],
    ['โปรเจกต์นี้ต้องใช้ Node รุ่นอะไร', 'โปรเจกต์ต้องใช้ Node 24 ขึ้นไป'],
    ['อัปโหลดรูปได้ใหญ่สุดเท่าไร', 'รูปที่อัปโหลดต้องมีขนาดไม่เกิน 5 เมกะไบต์'],
    ['เขียนคอมเมนต์ในโค้ดเป็นภาษาอะไร', 'คอมเมนต์ในโค้ดต้องเขียนเป็นภาษาอังกฤษ'],
    ['ทำไมการทดสอบอัปโหลดถึงล้มเหลวบ่อย', 'การทดสอบอัปโหลดล้มเหลวเพราะโฟลเดอร์ชั่วคราวถูกใช้ร่วมกัน'],
    ['หน่วยความจำของ worker จำกัดเท่าไร', 'worker จะถูกหยุดเมื่อใช้หน่วยความจำเกิน 512 MB'],
    ['ประชุมทีมวันไหน', 'ประชุมทีมทุกวันอังคารเวลาสิบโมง'],
  ],
};

/** Questions that no statement above answers. */
export const foreignQuestions: Record<keyof typeof questionPairs, string[]> = {
  english: [
    'What is the weather in Paris today?',
    'Write me a poem about the sea',
    'How tall is Mount Everest?',
    'please continue',
    'thanks, that looks good',
    'Which film won the Oscar in 1994?',
    'Give me a recipe for lasagne',
  ],
  german: [
    'Wie wird das Wetter morgen in Hamburg?',
    'Schreib mir ein Gedicht über das Meer',
    'Wie hoch ist die Zugspitze?',
    'bitte weitermachen',
    'danke, das sieht gut aus',
    'Wer gewann die Weltmeisterschaft 1990?',
    'Ein Rezept für Kartoffelsalat bitte',
  ],
  thai: [
    'แต่งกลอนเกี่ยวกับทะเลให้หน่อย',
    'ภูเขาที่สูงที่สุดในโลกคืออะไร',
    'ทำต่อเลย',
    'ขอบคุณครับ ดีมาก',
    'สวัสดี',
    'ขอสูตรต้มยำกุ้ง',
    'เมืองหลวงของญี่ปุ่นคือที่ไหน',
  ],
};
