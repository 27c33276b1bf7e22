/** "My dog is called Rex": what is the speaker's, and its name. */
const called = [
  /^(?:my|the user['’]s) (?<thing>[^,]{2,40}?) (?:is|are)(?: now)? (?:called|named) (?<value>\S+(?: \p{L}+)?)$/iu,
  /^(?:meine?|unsere?) (?<thing>[^,]{2,40}?) hei(?:ß|ss)t(?: jetzt| nun| inzwischen)? (?<value>\S+(?: \p{L}+)?)$/iu,
  /^(?<thing>\p{sc=Thai}{2,20}?)(?:ของ)?(?:ผม|ฉัน|ดิฉัน|ผู้ใช้)ชื่อ\s*(?<value>\S+)$/u,
];
/** "My manager is Tom since January": without a word of change it may as well be what she is like. */
const isNow =
  /^(?:[Mm]y|[Tt]he user['’]s) (?<thing>[^,]{2,40}?) is (?:now )?(?:an? )?(?<value>\p{Lu}\S*(?: \p{Lu}\S*)?)(?<since> now| since .+)?$/u;
const change = /(?<!\p{L})(?:now|since)(?!\p{L})/iu;

/** Of these somebody has several: another name is another one. */
const several =
  /(?:friend|colleague|co-?worker|brother|sister|son|daughter|child|kid|cousin|uncle|aunt|neighbou?r|client|customer|student|freund|kolleg|bruder|schwester|sohn|tochter|kind|onkel|tante|nachbar|kund|schüler)\p{L}{0,3}$|เพื่อน|พี่|น้อง|ลูก|ลุง|ป้า/iu;

/** Whether two statements give the same thing of the speaker another name, of which it has one at a time. Symmetric. */
export function hasOtherName(one: string, other: string): boolean {
  const patterns = change.test(one) || change.test(other) ? [...called, isNow] : called;
  return patterns.some((pattern) => {
    const [a, b] = [one, other].map((text) => pattern.exec(text.trim().replace(/[.!]+$/u, ''))?.groups);
    if (!a?.['thing'] || !b?.['thing'] || several.test(a['thing'])) return false;
    return isSame(a['thing'], b['thing']) && !isSame(a['value'], b['value']);
  });
}

const isSame = (one = '', other = ''): boolean => one.toLowerCase() === other.toLowerCase();
