/** How one language announces a secret. Patterns, ignoring case. */
type Announcing = {
  password: string;
  /** Tokens and shared secrets. */
  token?: string;
  /** Opens other things as well: it counts beside a word such as "API". */
  key?: string;
  /** Name and password together: "login: anna / …". */
  login?: string;
  /** What may stand right before the value. */
  says: string;
};

const latin: Announcing[] = [
  {
    // otherwise a verb, as in "all tests pass"
    password: String.raw`password|passwd|pwd|pw|pass(?=\s*[:=|]|\s+(?:is|was)\s)|passcode|passphrase|passkey`,
    token: 'token|secret',
    key: 'key',
    login: 'login|logins|log-in|credentials|creds|sign-in',
    says: "is|are|was|it's|it’s|its|to|now|still|again|yet|currently",
  },
  {
    password: 'passwort|kennwort|passphrase|zugangscode',
    token: 'geheimnis|token',
    key: 'schlüssel',
    login: 'zugang|zugangsdaten|anmeldedaten|zugänge',
    says: 'ist|sind|war|lautet|lauten|heißt|auf|jetzt|nun|immer|noch|neu|bitte',
  },
  {
    password: 'mot de passe|mdp',
    token: "jeton d['’]accès|jeton",
    key: 'clé|cle|clef',
    login: 'identifiants',
    says: "est|sont|c['’]est|était|toujours|maintenant",
  },
  {
    password: 'contraseña|contrasena|clave de acceso',
    token: 'token|secreto',
    key: 'clave|llave',
    login: 'credenciales|acceso',
    says: 'es|son|era|sigue|siendo|ahora',
  },
  {
    password: 'parola d’ordine|password',
    key: 'chiave',
    login: 'credenziali|accesso',
    says: 'è|sono|era|ora|ancora',
  },
  {
    password: 'senha|palavra-passe',
    key: 'chave',
    login: 'credenciais|acesso',
    says: 'é|são|era|agora|ainda',
  },
  { password: 'wachtwoord', key: 'sleutel', login: 'inloggegevens', says: 'is|was|nu|nog|steeds' },
  { password: 'lösenord(?:et)?', key: 'nyckel(?:n)?', says: 'är|var|nu' },
  { password: 'adgangskode(?:n)?|kodeord(?:et)?', key: 'nøgle(?:n)?', says: 'er|var|nu' },
  { password: 'passord(?:et)?', key: 'nøkkel(?:en)?', says: 'er|var|nå' },
  // "on" says nothing behind the words of other languages
  { password: 'salasana(?:n|si)?(?: on)?', key: 'avain', says: 'oli|nyt' },
  { password: 'hasło|haslo|hasłem', key: 'klucz', says: 'to|jest|brzmi|teraz' },
  { password: 'heslo', key: 'klíč|kľúč', says: 'je|bylo|teď|teraz' },
  { password: 'jelsz(?:ó|ava)', key: 'kulcs', says: 'most' },
  { password: 'parola|parolă', key: 'cheia', says: 'este|e|acum' },
  { password: 'şifre(?:si|niz)?|parola(?:sı)?', key: 'anahtar(?:ı)?', says: 'şimdi' },
  { password: 'lozinka|šifra', key: 'ključ', says: 'je|sada' },
  { password: 'mật khẩu', key: 'khóa', says: 'là' },
  { password: 'kata sandi(?:nya)?|kata laluan(?:nya)?', key: 'kunci', says: 'adalah|sekarang' },
  {
    password: 'парол(?:ь|я|ем|ю)',
    token: 'токен',
    key: 'ключ',
    login: 'доступ|логин',
    says: 'это|теперь|сейчас|всё|ещё',
  },
  { password: 'парола', key: 'ключ', says: 'е|сега' },
  { password: 'κωδικός(?: πρόσβασης)?|συνθηματικό', key: 'κλειδί', says: 'είναι' },
  { password: 'كلمة (?:المرور|السر)', key: 'مفتاح', says: 'هي|هو' },
  { password: '(?:ה)?סיסמ(?:ה|א|ת)', key: 'מפתח', says: 'היא|הוא' },
  { password: 'पासवर्ड|कूटशब्द', key: 'कुंजी', says: 'है' },
];

/** Without spaces between words: what says it follows at any distance. */
const unspaced: Announcing[] = [
  {
    password: 'รหัสผ่าน|รหัสเข้า|พาสเวิร์ด|พาสเวิด',
    token: 'โทเคน|โทเค็น',
    key: 'คีย์',
    says: 'คือ|เป็น',
  },
  { password: '密码|密碼|口令', token: '令牌', key: '密钥|密鑰|金鑰', says: '是|为|為|成' },
  { password: 'パスワード|暗証番号', token: 'トークン', key: 'キー', says: 'は' },
  { password: '비밀번호|암호|패스워드', token: '토큰', key: '키', says: '는|은|이|가' },
];

export type AnnouncedKind = 'password' | 'token' | 'key' | 'login';
const kinds: AnnouncedKind[] = ['password', 'token', 'key', 'login'];

const union = (sources: (string | undefined)[]): string =>
  sources.filter((source) => source !== undefined).join('|');

const groupsOf = (languages: Announcing[], before: string, after: string): string =>
  kinds
    .map((kind) => ({ kind, words: union(languages.map((language) => language[kind])) }))
    .filter(({ words }) => words !== '')
    .map(({ kind, words }) => `${before}(?<${kind}>${words})${after}`)
    .join('|');

/** One announcing word, in a group named after its kind. Inside a compound it is the last part: "WLAN-Passwort". */
export const announcement = new RegExp(
  `(?:${groupsOf(latin, String.raw`(?<![\p{L}\p{M}])`, String.raw`(?![\p{L}\p{M}])`)})|(?:${groupsOf(unspaced, '', '')})`,
  'giu',
);

/** A word that ends by saying what the secret is. */
export const copula = new RegExp(
  String.raw`(?:^(?:${union(latin.map(({ says }) => says))})|(?:${union(unspaced.map(({ says }) => says))}))[:：]?$`,
  'iu',
);
