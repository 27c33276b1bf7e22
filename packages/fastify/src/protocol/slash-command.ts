/**
 * Reads a command that a client runs instead of sending it: "/name words". Null for every other text: a path, a text over several lines, or
 * one that goes on after the slash with anything but a letter.
 */
export function readSlashCommand(text: string): { name: string; words: string | null } | null {
  const [, name, words = null] = /^(\/[a-z]+)(?:[^\S\n]+(\S.*))?$/i.exec(text.trim()) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), words };
}
