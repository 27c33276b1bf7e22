import { growth, repeating } from '@devai/memory/testing';
import { describe, expect, test } from 'vitest';
import { parseCommand } from './parse-command.ts';

const id = '0b6f2d1e-8a54-4c1e-9a0e-3f0f2d9b7c11';

describe('parseCommand', () => {
  test.each<[message: string, name: string, values: Record<string, string>]>([
    ['list files', 'list_files', {}],
    ['List files in src/models', 'list_files', { path: 'src/models' }],
    ['ls src', 'list_files', { path: 'src' }],
    ['zeige mir die Dateien in docs', 'list_files', { path: 'docs' }],
    ['แสดงไฟล์ใน docs', 'list_files', { path: 'docs' }],
    ['read notes.md', 'read_file', { path: 'notes.md' }],
    ['please open the file "my notes.md"', 'read_file', { path: 'my notes.md' }],
    ['Lies src/main.ts', 'read_file', { path: 'src/main.ts' }],
    ['อ่านไฟล์ notes.md', 'read_file', { path: 'notes.md' }],
    ['อ่าน บันทึก/งาน.md', 'read_file', { path: 'บันทึก/งาน.md' }],
    ['write notes.md: buy milk', 'write_file', { path: 'notes.md', content: 'buy milk' }],
    [
      'schreibe a/b.txt:\nerste Zeile\nzweite: Zeile',
      'write_file',
      { path: 'a/b.txt', content: 'erste Zeile\nzweite: Zeile' },
    ],
    ['write a.ts:\n```ts\nconst a = 1;\n```', 'write_file', { path: 'a.ts', content: 'const a = 1;' }],
    ['เขียน notes.md: ซื้อนม', 'write_file', { path: 'notes.md', content: 'ซื้อนม' }],
    ['write empty.txt:', 'write_file', { path: 'empty.txt', content: '' }],
    [
      'replace "8080" with "8081" in config.json',
      'edit_file',
      { path: 'config.json', old_text: '8080', new_text: '8081' },
    ],
    ['ersetze „alt“ durch „“ in a.md', 'edit_file', { path: 'a.md', old_text: 'alt', new_text: '' }],
    ['แทนที่ "เก่า" ด้วย "ใหม่" ใน a.md', 'edit_file', { path: 'a.md', old_text: 'เก่า', new_text: 'ใหม่' }],
    ['search port', 'search_files', { query: 'port' }],
    ['search for test server in src/config', 'search_files', { query: 'test server', path: 'src/config' }],
    ['grep "in the" in docs/a.md', 'search_files', { query: 'in the', path: 'docs/a.md' }],
    ['suche nach dem Wort in Klammern', 'search_files', { query: 'dem Wort in Klammern' }],
    ['ค้นหา พอร์ต', 'search_files', { query: 'พอร์ต' }],
    ['what do you know about the test server?', 'recall', { query: 'the test server' }],
    ['was weißt du über den Testserver?', 'recall', { query: 'den Testserver' }],
    ['จำได้ไหมเรื่องพอร์ต', 'recall', { query: 'พอร์ต' }],
    ['remember: the port is 8081', 'remember', { content: 'the port is 8081' }],
    ['merk dir, dass der Port 8081 ist', 'remember', { content: 'der Port 8081 ist' }],
    ['จำไว้ว่าพอร์ตคือ 8081', 'remember', { content: 'พอร์ตคือ 8081' }],
    [`forget ${id}`, 'forget', { id }],
    [`ลืม ${id}`, 'forget', { id }],
  ])('%j', (message, name, values) => {
    expect(parseCommand(message)).toEqual({ kind: 'tool', name, arguments: values });
  });

  test('forgetting by words asks for what fits first', () => {
    expect(parseCommand('forget the port')).toEqual({ kind: 'find_to_forget', query: 'the port' });
    expect(parseCommand('vergiss den Hund')).toEqual({ kind: 'find_to_forget', query: 'den Hund' });
  });

  test('help', () => {
    for (const message of ['help', '?', 'Hilfe', 'ช่วยเหลือ'])
      expect(parseCommand(message)).toEqual({ kind: 'help' });
  });

  test.each([
    'Which port does the test server use?',
    'read the room before you answer',
    'Can you write a poem about files?',
    'I will search for it tomorrow',
    'Why did you forget it?',
    'remember when we did this last week?',
    'merk dir nichts davon',
    'Remember nothing of this',
    'Wie heißt mein Hund?',
    'สวัสดี',
    '',
  ])('%j is no command', (message) => {
    expect(parseCommand(message)).toBeNull();
  });

  test.each([
    ['search', ' '],
    ['replace', '" with '],
    ['remember', ' '],
    ['', 'ค้นหา '],
  ])('takes time in proportion to a long message: %j and many %j', async (verb, unit) => {
    const message = (length: number) => `${verb} ${repeating(unit)(length)}x`;
    expect(await growth(parseCommand, message)).toBeLessThan(1.5);
  });

  test('the text of a file may be long', () => {
    const content = 'line\n'.repeat(15_000).trim();
    expect(parseCommand(`write big.txt: ${content}`)).toMatchObject({
      arguments: { path: 'big.txt', content },
    });
  });
});
