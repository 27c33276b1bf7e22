/** Begins a question or a request, in English and German. */
const asking =
  /^(?:please |bitte )?(?:what|which|who|whom|whose|where|when|why|how|is|are|was|were|am|do(?! not| n['’]t)|does|did|can|could|will|would|should|shall|may|has|have|had|tell|explain|describe|show|list|find|give|summari[sz]e|remind|help|look|check|wer|wen|wem|wessen|wo|woher|wohin|womit|wann|warum|wieso|weshalb|wie|welche[rsnm]?|ist|sind|war|waren|hat|habe|haben|hast|habt|kann|kannst|können|könntest|weißt|gibt|soll|sollen|sollte|muss|müssen|darf|wird|werden|zeige?|sage?|erkläre?|nenne?|erzähle?|beschreibe?|finde?|hilf|schau|prüfe?)(?![\p{L}\p{M}'’])/iu;
const questionMark = /[?？](?:\s|$)/u;
/** Thai says a question by a word anywhere, a request by how it begins. */
const askingInThai =
  /ไหม|มั้ย|หรือเปล่า|รึเปล่า|หรือยัง|หรือไม่|อะไร|ไหน|ใคร|เมื่อไหร่|เมื่อไร|ยังไง|อย่างไร|ทำไม|เท่าไหร่|เท่าไร|กี่|^(?:ช่วย|ขอ|บอก|อธิบาย|แสดง|กรุณา)/u;
const leastWords = 3;
const leastThai = 10;

/** Whether a message says something, and neither asks nor wishes for anything. When in doubt it asks. */
export function saysSomething(message: string): boolean {
  const text = message.trim();
  if (questionMark.test(text) || asking.test(text)) return false;
  if (/\p{sc=Thai}/u.test(text)) return text.length >= leastThai && !askingInThai.test(text);
  return text.split(/\s+/u).length >= leastWords;
}
