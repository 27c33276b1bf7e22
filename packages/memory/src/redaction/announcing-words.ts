import { groupsByName, namedPattern } from '../text/named-groups.ts';

/**
 * Words that announce a secret, as patterns, matched ignoring case: English, German, French, Spanish, Italian,
 * Portuguese, Dutch, the Nordic languages, Polish, Czech, Hungarian, Romanian, Turkish, Croatian, Vietnamese,
 * Indonesian, Russian, Bulgarian, Greek, Arabic, Hebrew, Hindi.
 */
/** Before "pass", which then is a noun: "my pass", "the old mail pass", "admin pass". */
const own = String.raw`(?=pass)(?<=(?<!\p{L})(?:(?:my|our|your|his|her|their|the|\p{L}{1,20}['’]s)(?: [\p{L}\d-]{0,19}[^s\s]){0,2}|admin|root|user|login|guest|wi-?fi|wlan|e?-?mail|router|server|db|sudo) )pass`;

const spaced = {
  // "pass" alone is usually a verb, as in "all tests pass"; "on" only counts after the Finnish word
  password: String.raw`(?:pas{1,2}w[o0]?r?[dt]?|passowr[dt]|pass word|kennw|pwd?|psw)\.(?=\s)|pas{1,2}w[o0]?r?[dt]|passowr[dt]|pass word|passwd|pwd|pw|psw|passw|${own}|geheim(?=\s?[:=])|code ?word|codewort|pass(?:word)? wi-?fi|pass(?=\s*[:=|]|\s+(?:is|was)\s)|passcode|passphrase|passkey|passwort|kennwort|
    zugangscode|mot de passe|mdp|contraseña|contrasena|clave de acceso|parola d’ordine|senha|palavra-passe|wachtwoord|lösenord(?:et)?|
    adgangskode(?:n)?|kodeord(?:et)?|passord(?:et)?|salasana(?:n|si)?(?: on)?|hasło|haslo|hasłem|heslo|jelsz(?:ó|ava)|parola(?:sı)?|parolă|
    şifre(?:si|niz)?|lozinka|šifra|mật khẩu|kata sandi(?:nya)?|kata laluan(?:nya)?|парол(?:ь|я|ем|ю|а)|
    κωδικός(?: πρόσβασης)?|συνθηματικό|كلمة (?:المرور|السر)|(?:ה)?סיסמ(?:ה|א|ת)|पासवर्ड|कूटशब्द`,
  /** Tokens and shared secrets. */
  token: "token|secret|geheimnis|jeton d['’]accès|jeton|secreto|токен",
  /** Also a key to other things, so it only counts near a word such as "API". */
  key: `key|schlüssel|clé|cle|clef|clave|llave|chiave|chave|sleutel|nyckel(?:n)?|nøgle(?:n)?|nøkkel(?:en)?|avain|klucz|klíč|kľúč|kulcs|
    cheia|anahtar(?:ı)?|ključ|khóa|kunci|ключ|κλειδί|مفتاح|מפתח|कुंजी`,
  /** Name and password together: "login: anna / …". */
  login: `wi-?fi|wlan|login|logins|log-in|credentials|creds|sign-in|zugang|zugangsdaten|anmeldedaten|zugänge|identifiants|credenciales|acceso|
    credenziali|accesso|credenciais|acesso|inloggegevens|доступ|логин`,
  /** Words that may stand directly before the value. */
  says: `is|are|was|it's|it’s|its|to|now|still|again|yet|currently|ist|sind|war|lautet|lauten|heißt|auf|jetzt|nun|immer|noch|neu|bitte|
    est|sont|c['’]est|était|toujours|maintenant|es|son|era|sigue|siendo|ahora|è|sono|ora|ancora|é|são|agora|ainda|nu|nog|steeds|är|var|er|
    nå|oli|nyt|jest|brzmi|teraz|je|bylo|teď|most|este|e|acum|şimdi|sada|là|adalah|sekarang|это|теперь|сейчас|всё|ещё|е|сега|είναι|هي|هو|
    היא|הוא|है`,
};

/**
 * Thai, Chinese, Japanese and Korean have no spaces between words, so the word before the value only needs to end
 * with one of `says`.
 */
const unspaced = {
  password:
    'รหัสผ่าน|รหัสเข้า|รหัส(?=(?:คือ|เป็น|\\s?[:=])?\\s{0,2}(?=[\\w@#$!%&*.-]{0,20}[a-z])[\\w@#$!%&*.-]{0,20}\\d)|รหัส(?:เฟส(?:บุ๊[คก])?|ไลน์|ไอจี|อีเมลล?์?|เมลล?์?|คอม|โน้ตบุ๊[คก]|แอดมิน|ไวไฟ|ไวฟาย|วายฟาย|เน็ต|\\s?wi-?fi)|พาส(?:เวิร์ด|เวิด|(?=\\s?(?:คือ|:|\\w)))|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|패스워드',
  token: 'โทเคน|โทเค็น|令牌|トークン|토큰',
  key: 'คีย์|密钥|密鑰|金鑰|キー|키',
  says: 'คือ|เป็น|是|为|為|成|は|는|은|이|가',
};

export type AnnouncedKind = 'password' | 'token' | 'key' | 'login';

const words = (list: string): string => list.replaceAll(/\n\s*/g, '');

const apart = (kind: AnnouncedKind): string =>
  String.raw`(?<![\p{L}\p{M}])(?<${kind}>${words(spaced[kind])})(?!(?![ก-๛])[\p{L}\p{M}])`;
const together = (kind: 'password' | 'token' | 'key'): string => `(?<${kind}>${unspaced[kind]})`;

/** Matches one announcing word, in a group named after its kind. In a compound it is the last part: "WLAN-Passwort". */
const announcement = namedPattern(
  [
    ...(['password', 'token', 'key', 'login'] as const).map(apart),
    ...(['password', 'token', 'key'] as const).map(together),
  ].join('|'),
  'giu',
);

/** Finds the announcing words of a text, in order. */
export const findAnnouncements = (text: string): { kind: AnnouncedKind; start: number; end: number }[] =>
  Array.from(text.matchAll(announcement), (match) => ({
    kind: kindOf(match),
    start: match.index,
    end: match.index + match[0].length,
  }));

function kindOf(match: RegExpMatchArray): AnnouncedKind {
  const groups = groupsByName(match.groups);
  return (['key', 'token', 'login'] as const).find((kind) => groups[kind] !== undefined) ?? 'password';
}

/** Matches a word that ends with one of `says`. */
export const copula = new RegExp(`(?:^(?:${words(spaced.says)})|(?:${unspaced.says}))[:：]?$`, 'iu');
