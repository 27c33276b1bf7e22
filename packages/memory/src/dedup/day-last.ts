const day =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?)';
const few = String.raw`(?:(?:the|our|my|now|die|der|das|unser\p{L}*|mein\p{L}*|jetzt|nun|inzwischen) )*[^\s,.;]+`;
/** "Mittwochs sind die Releases", "Mittwochs machen wir Releases" */
const dayFirst = [
  new RegExp(`^(?:on |am )?(?<day>${day}) (?<verb>is|are|ist|sind) (?<thing>${few})$`, 'iu'),
  new RegExp(`^(?:am )?(?<day>${day}) (?<verb>\\p{L}+) (?<thing>wir|ich) (?<rest>${few})$`, 'iu'),
];
const change =
  /(?<!\p{L})(?:now|from now on|jetzt|ab jetzt|ab sofort|künftig|nun|inzwischen|neuerdings)(?!\p{L})/iu;

/**
 * Two statements with the day behind the thing, where one says that the day has changed: "Mittwochs sind jetzt die Releases" becomes
 * "jetzt die Releases sind Mittwochs". Else a day that stands first tells which one is meant, and both stay as they are.
 */
export function withDayLast(one: string, other: string): [string, string] {
  return change.test(one) || change.test(other) ? [turn(one), turn(other)] : [one, other];
}

function turn(text: string): string {
  const bare = text.trim().replace(/[.!]+$/u, '');
  const groups = dayFirst.map((pattern) => pattern.exec(bare)?.groups).find((found) => found !== undefined);
  return groups
    ? [groups['thing'], groups['verb'], groups['rest'], groups['day']].filter(Boolean).join(' ')
    : text;
}
