export type Language = 'en' | 'de' | 'th';

const german =
  /[äöüß]|\b(?:ich|du|wir|ist|sind|nicht|kein|keine|und|der|die|das|den|dem|ein|eine|mit|für|auf|bitte|immer|nie|dass|haben|wird|sondern|auch|aber|nein|ja)\b/gi;
const english =
  /\b(?:i|you|we|is|are|not|no|and|the|a|an|with|for|on|please|always|never|that|have|will|but|also|to|of|it|my|our)\b/gi;

/** Which of the languages that the rules know a text is in; English when it is none of them. */
export function languageOf(text: string): Language {
  if (/\p{sc=Thai}/u.test(text)) return 'th';
  const count = (words: RegExp): number => text.match(words)?.length ?? 0;
  return count(german) > count(english) ? 'de' : 'en';
}
