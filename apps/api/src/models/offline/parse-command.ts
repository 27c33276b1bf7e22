/** A plain command of the user: a tool with its arguments, or the wish to see what is understood. */
export type Command =
  | { kind: 'tool'; name: string; arguments: Record<string, string> }
  /** "forget the port": erasing needs an id, so what fits is shown first. */
  | { kind: 'find_to_forget'; query: string }
  | { kind: 'help' };

/** A path in quotes, or one word that looks like a path: it has a dot or a slash. */
const path = String.raw`(?:"(?<quoted>[^"]+)"|\x60(?<ticked>[^\x60]+)\x60|(?<bare>(?=\S*[./])[^\s:"\x60]+))`;
const folder = String.raw`(?:"(?<quoted>[^"]+)"|\x60(?<ticked>[^\x60]+)\x60|(?<bare>[^\s:"\x60]+))`;
const quote = String.raw`["“”„«»'\x60]`;
const old = String.raw`${quote}(?<old>[^]+?)${quote}`;
const replacement = String.raw`${quote}(?<new>[^]*?)${quote}`;

type Rule = { pattern: RegExp; command: (groups: Record<string, string | undefined>) => Command };

const rule = (pattern: string, command: Rule['command']): Rule => ({
  pattern: new RegExp(`^(?:${pattern})$`, 'iu'),
  command,
});

const tool = (name: string, values: Record<string, string | undefined>): Command => ({
  kind: 'tool',
  name,
  arguments: Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ),
});

type Groups = Record<string, string | undefined>;
const pathOf = ({ quoted, ticked, bare }: Groups): string | undefined => quoted ?? ticked ?? bare;

const listFiles = (groups: Groups): Command => tool('list_files', { path: pathOf(groups) });
const readFile = (groups: Groups): Command => tool('read_file', { path: pathOf(groups) });
const writeFile = (groups: Groups): Command =>
  tool('write_file', { path: pathOf(groups), content: unfence(groups['content'] ?? '') });
const editFile = (groups: Groups): Command =>
  tool('edit_file', { path: pathOf(groups), old_text: groups['old'], new_text: groups['new'] });
const searchFiles = (groups: Groups): Command =>
  tool('search_files', { query: groups['exact'] ?? groups['query'], path: pathOf(groups) });
const recall = ({ query }: Groups): Command => tool('recall', { query });
const remember = ({ content }: Groups): Command => tool('remember', { content });
const forget = ({ id, query }: Groups): Command =>
  id === undefined ? { kind: 'find_to_forget', query: query ?? '' } : tool('forget', { id });
const help = (): Command => ({ kind: 'help' });

const uuid = String.raw`(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`;
/** What is searched for, in quotes or not, and where. */
const wanted = (within: string): string =>
  String.raw`(?:"(?<exact>[^"]+)"|(?<query>(?!").+?))(?:\s*${within}\s*${path})?`;

/** In three languages. The first rule that fits counts. */
const rules: Rule[] = [
  rule('help|\\?|/help|hilfe|ช่วยเหลือ|คำสั่ง', help),

  rule(String.raw`ls(?:\s+${folder})?`, listFiles),
  rule(String.raw`(?:list|show)(?: me)?(?: all)?(?: the)? files(?: (?:in|of|under) ${folder})?`, listFiles),
  rule(
    String.raw`(?:zeige?|liste)(?: mir)?(?: alle)?(?: die)? dateien(?: (?:in|von|unter) ${folder})?`,
    listFiles,
  ),
  rule(String.raw`(?:แสดง|ดู|ขอดู)(?:รายการ)?ไฟล์(?:ทั้งหมด)?(?:\s*ใน\s*(?:โฟลเดอร์\s*)?${folder})?`, listFiles),

  rule(String.raw`(?:read|open|show|cat)(?: me)?(?: the)?(?: file)? ${path}`, readFile),
  rule(String.raw`(?:lies|öffne|zeige?)(?: mir)?(?: die)?(?: datei)? ${path}`, readFile),
  rule(String.raw`(?:อ่าน|เปิด|ดู)(?:ไฟล์)?\s*${path}`, readFile),

  rule(String.raw`(?:write|create)(?: the)?(?: file)? ${path}\s*:[ \t]*\n?(?<content>[^]*)`, writeFile),
  rule(
    String.raw`(?:schreibe?|erstelle)(?: die)?(?: datei)? ${path}\s*:[ \t]*\n?(?<content>[^]*)`,
    writeFile,
  ),
  rule(String.raw`(?:เขียน|สร้าง)(?:ไฟล์)?\s*${path}\s*:[ \t]*\n?(?<content>[^]*)`, writeFile),

  rule(String.raw`replace ${old} (?:with|by) ${replacement} in ${path}`, editFile),
  rule(String.raw`ersetze ${old} durch ${replacement} in ${path}`, editFile),
  rule(String.raw`แทนที่\s*${old}\s*ด้วย\s*${replacement}\s*ใน\s*${path}`, editFile),

  rule(`(?:search|grep)(?: for)? ${wanted('\\bin\\b')}`, searchFiles),
  rule(`(?:suche?)(?: nach)? ${wanted('\\bin\\b')}`, searchFiles),
  rule(`ค้นหา\\s*${wanted('ใน')}`, searchFiles),

  rule(String.raw`(?:recall|what do you (?:know|remember) about|do you remember) (?<query>.+?)\??`, recall),
  rule(
    String.raw`(?:was weißt du (?:noch )?über|erinnerst du dich an|weißt du noch,?) (?<query>.+?)\??`,
    recall,
  ),
  rule(String.raw`(?:จำได้ไหม(?:เรื่อง|ว่า)?|รู้อะไรเกี่ยวกับ)\s*(?<query>.+?)\??`, recall),

  rule(
    String.raw`remember(?: that| this)?\s*[:,]?\s+(?!(?:when|how(?! to)|what|who|nothing|none)\b)(?<content>[^]+)`,
    remember,
  ),
  rule(String.raw`merke? dir(?:,? dass)?\s*[:,]?\s+(?!nichts\b)(?<content>[^]+)`, remember),
  rule(String.raw`(?:จำไว้(?:ว่า|นะว่า)?|ช่วยจำ(?:ว่า)?)\s*:?\s*(?<content>[^]+)`, remember),

  rule(String.raw`forget (?:${uuid}|(?:that |about )?(?<query>.+))`, forget),
  rule(String.raw`vergiss (?:${uuid}|(?:dass )?(?<query>.+))`, forget),
  rule(String.raw`ลืม\s*(?:${uuid}|(?:เรื่อง|ว่า)?\s*(?<query>.+))`, forget),
];

const longestCommand = 2_000;

/** The command that a message is, whole; null for anything else, which then is a question. */
export function parseCommand(message: string): Command | null {
  const text = message.trim();
  const plain = text.replace(/^(?:please|bitte|ช่วย(?!เหลือ|จำ))[,\s]*/iu, '');
  // a long message is no command, but for the text of a file; trying the others on it would take its time
  const fitting = plain.length > longestCommand ? rules.filter((one) => one.command === writeFile) : rules;
  for (const { pattern, command } of fitting) {
    const match = pattern.exec(plain);
    if (match) return command(match.groups ?? {});
  }
  return null;
}

/** A text that came in a code block is what is inside. */
function unfence(content: string): string {
  return /^```[^\n]*\n([^]*?)\n?```\s*$/u.exec(content)?.[1] ?? content;
}
