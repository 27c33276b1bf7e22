/**
 * Makes a regular expression in which one name may stand for several groups, in alternatives. Node 22 takes each name once, so the later ones
 * are numbered: `work`, `work2`. Read them with `groupsByName`.
 */
export function namedPattern(source: string, flags: string): RegExp {
  const counts = new Map<string, number>();
  const numbered = source.replaceAll(/\(\?<(\p{L}+)>/gu, (_, name: string) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `(?<${name}${count === 1 ? '' : count}>`;
  });
  return new RegExp(numbered, flags);
}

/** What the groups of a match hold, by their names as they were written. A name is missing if none of its groups took part. */
export const groupsByName = (
  groups: Record<string, string | undefined> = {},
): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(groups)
      .filter(([, text]) => text !== undefined)
      .map(([name, text]) => [name.replace(/\d+$/, ''), text]),
  );
