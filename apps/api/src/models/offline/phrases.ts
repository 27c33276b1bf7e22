import type { Language } from './language.ts';

export type Phrases = {
  offline: string;
  saved: string;
  remembered: string;
  nothing: string;
  /** To what she says and does not ask, when nothing is known of it. */
  heard: string;
  recent: string;
  hint: string;
  forgetHint: string;
  /** Before the name of a tool that the request does not have. */
  missingTool: string;
  commands: string;
};

export const phrases: Record<Language, Phrases> = {
  english: {
    offline:
      'I am offline: no language model is configured, so I can only look things up and carry out plain commands.',
    saved: 'I will remember:',
    remembered: 'What I remember about it:',
    nothing: 'I remember nothing about it.',
    heard: 'I have read that.',
    recent: 'What you worked on lately:',
    hint: 'Say "help" for what I understand.',
    forgetHint: 'To erase one of them, say: forget <id>',
    missingTool: 'That needs a tool that I do not have here:',
    commands: `I understand:
- list files, list files in <folder>
- read <file>
- write <file>: <text>
- replace "<old>" with "<new>" in <file>
- search <text>, search "<text>" in <folder>
- remember: <statement>
- recall <words>
- forget <words or id>`,
  },
  german: {
    offline:
      'Ich bin offline: Es ist kein Sprachmodell eingerichtet, ich kann nur nachschlagen und einfache Befehle ausführen.',
    saved: 'Ich merke mir:',
    remembered: 'Das weiß ich dazu:',
    nothing: 'Dazu weiß ich nichts.',
    heard: 'Das habe ich gelesen.',
    recent: 'Woran du zuletzt gearbeitet hast:',
    hint: 'Mit „Hilfe“ siehst du, was ich verstehe.',
    forgetHint: 'Um eines davon zu löschen: vergiss <id>',
    missingTool: 'Dafür fehlt mir hier ein Werkzeug:',
    commands: `Ich verstehe:
- zeige Dateien, zeige Dateien in <Ordner>
- lies <Datei>
- schreibe <Datei>: <Text>
- ersetze "<alt>" durch "<neu>" in <Datei>
- suche <Text>, suche "<Text>" in <Ordner>
- merk dir: <Aussage>
- was weißt du über <Wörter>
- vergiss <Wörter oder id>`,
  },
  thai: {
    offline: 'ตอนนี้ออฟไลน์อยู่ ยังไม่ได้ตั้งค่าโมเดลภาษา จึงทำได้เพียงค้นข้อมูลและทำตามคำสั่งง่าย ๆ',
    saved: 'จำไว้แล้ว:',
    remembered: 'สิ่งที่จำได้เกี่ยวกับเรื่องนี้:',
    nothing: 'จำอะไรเกี่ยวกับเรื่องนี้ไม่ได้',
    heard: 'อ่านข้อความนี้แล้ว',
    recent: 'สิ่งที่คุณทำช่วงนี้:',
    hint: 'พิมพ์ "ช่วยเหลือ" เพื่อดูคำสั่งที่เข้าใจ',
    forgetHint: 'หากต้องการลบรายการใด ให้พิมพ์: ลืม <id>',
    missingTool: 'คำสั่งนี้ต้องใช้เครื่องมือที่ไม่มีที่นี่:',
    commands: `คำสั่งที่เข้าใจ:
- แสดงไฟล์, แสดงไฟล์ใน <โฟลเดอร์>
- อ่าน <ไฟล์>
- เขียน <ไฟล์>: <ข้อความ>
- แทนที่ "<เดิม>" ด้วย "<ใหม่>" ใน <ไฟล์>
- ค้นหา <ข้อความ>, ค้นหา "<ข้อความ>" ใน <โฟลเดอร์>
- จำไว้ว่า <ข้อความ>
- จำได้ไหมเรื่อง <คำ>
- ลืม <คำหรือ id>`,
  },
};
