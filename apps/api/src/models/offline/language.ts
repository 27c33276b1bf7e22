export type Language = 'english' | 'german' | 'thai';

const wordSet = (words: string): Set<string> => new Set(words.split(' '));

const german = wordSet(
  'ich du wir ist sind nicht und oder der die das den dem ein eine einen mein meine wie was wo wer warum wann welche ' +
    'welcher welchen bitte hallo danke kannst zeig zeige lies suche schreib schreibe ersetze merk merke vergiss hilfe ' +
    'weißt über für mit dateien',
);
const english = wordSet(
  'i you we is are not and or the a an my how what where who why when which please hello thanks can show list read ' +
    'search write replace remember forget help about for with to of files',
);

/** The language that a message is written in, of those that the offline model speaks; English when in doubt. */
export function languageOf(text: string): Language {
  if (/\p{sc=Thai}/u.test(text)) return 'thai';
  const words = text.toLowerCase().split(/[\s,:;!?"“”„()]+/u);
  const count = (known: Set<string>): number => words.filter((word) => known.has(word)).length;
  return count(german) > count(english) ? 'german' : 'english';
}
