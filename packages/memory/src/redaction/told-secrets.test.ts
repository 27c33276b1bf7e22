import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

/** Expects that exactly what stands between « and » is replaced. */
async function expectRedacted(marked: string): Promise<void> {
  const redacted = await redact(marked.replaceAll(/[«»]/gu, ''));
  expect(redacted.replaceAll(/\[redacted:[\w-]+\]/gu, '«»')).toBe(marked.replaceAll(/«[^»]*»/gu, '«»'));
}

describe('a code that opens something', () => {
  it.each([
    'the code for the safe is «33-12-9»',
    'safe combination: «33-12-9»',
    'my gym locker combo is «12-24-8»',
    'the bike lock code is «471»',
    'my bike lock is «4-7-1-1»',
    'The garage door opens with «8213»',
    'for the side entrance the code is «2580#»',
    'the gate code is «C4711»',
    "the apartment door's code is «2468»",
    'enter «4711» on the keypad to open the gate',
    'to get into the building use «1234#»',
    '«4711» is the door code',
    "the door code has changed, it's «6630» now",
    'the mailbox combination is «12 left, 33 right, 7 left»',
    'the alarm code is «four seven one one»',
    'mein Türcode ist «4711»',
    'der Code für den Tresor ist «33-12-9»',
    'Die Kombination vom Fahrradschloss ist «4711»',
    'Die Alarmanlage wird mit «4455» entschärft',
    'die Haustür geht mit «4711#» auf',
    'Schlüsselbox am Eingang: «4402»',
    'จำไว้ว่ารหัสประตูออฟฟิศคือ «4711»',
    'รหัสตู้เซฟที่บ้านคือ «33-12-9»',
    'รหัสประตูหน้าบ้าน «2580»',
    'รหัสประตูรั้วคือ «๔๗๑๑»',
    'กดรหัส «4711» ที่ประตูหน้า',
    'รหัสผ่านประตูคือ «4455»',
    'รหัสปิดสัญญาณกันขโมยคือ «5566»',
    'The burglar alarm code changed to «6012» last week',
    'le code de la porte est «47B12»',
    'el código de la puerta es «4711»',
    'il codice del cancello è «4711»',
    'de code van de voordeur is «4711»',
    'kod do drzwi to «4711»',
    'код от двери: «4711»',
    '门禁密码是 «4711»',
    'ドアの暗証番号は«4711»です',
    'bike lock «7193»',
    'a new padlock on the shed, «3-9-1-7»',
    'the safe in the bedroom closet is «22-41-07»',
    'I set the lockbox to «6642» for the plumber',
    'the gun safe opens on «27-9-41»',
    'my suitcase lock: «419»',
    'front gate: «4417#»',
    'to open the garage just «4409#»',
    'press «4409» at the intercom',
    'use «4471» for the shed padlock',
    "code to grandma's flat is «A77C»",
    'the code for the side door is «2580» star',
    'the numbers are for me, the digits for the padlock are «3917»',
    'Vorhängeschloss Gartenhütte «5-5-1-9»',
    'Zahlenschloss vom Koffer «903»',
    'Safe im Schlafzimmer: «19-44-07»',
    'Schlüsselkasten neben der Tür «5820»',
    'Waffenschrank «44718»',
    'ich hab das Schloss auf «5521» gestellt',
    'Hoftor «4711#»',
    'Türcode bei Oma «7K42»',
    'Code für Omas Haustür «4471»',
    'Schloss vom E-Bike «9911»',
    'garage remote code «8812»',
    'cadenas du vélo: «4711»',
    'la caja fuerte es «44-12-30»',
    'ตู้เซฟในห้องนอน «44-18-07»',
    'แม่กุญแจหน้าบ้าน «5521»',
    'ประตูรั้ว «5519#»',
  ])('is found: %s', expectRedacted);

  it.each([
    'my pin for the card is «8213»',
    'PIN: «8213»',
    'for my visa I use pin «8213»',
    'SIM PIN «5521», PUK «84213377»',
    '«8213» is my PIN',
    'My phone unlocks with «182736»',
    'die PIN zur Girocard ist «8213»',
    'meine Handy-PIN: «182736»',
    'รหัสเอทีเอ็มคือ «8213»',
    'el PIN de la tarjeta es «8213»',
    'die pin vom tablet der kinder: «1597»',
    'pin for dads visa «9035»',
    'voicemail pin «9031»',
    'please keep pin no. «3382» for the joint account',
    'got «664201» as OTP',
    'my ATM secret number: «6604»',
    'the OTP is «771204», the TAN is «551820»',
    'die puk «40918822» fand ich gestern',
    'phone unlock is «0926»',
    'Geheimzahl der Sparkassenkarte: «3380»',
    'PIN «7718» Postbank',
    'PIN Postbank «7718»',
    'พินไลน์ «449182»',
    'my tablet code «192837»',
    'พินการ์ด «7719»',
    'รหัสแอป scb «771902»',
    'รหัส 6 หลักของแอป «449120»',
    'pin บัตร ktc «9032»',
    'รหัสปลดล็อค Galaxy ของพ่อ «1590»',
  ])('is found as a PIN: %s', expectRedacted);

  it.each([
    'exit code 4711',
    'the HTTP code is 503, the status code is 4011',
    'door controller error code: 4711',
    'the zip code of the office building is 94107',
    'Postleitzahl 10115, Ländercode 0049, Statuscode 4040',
    'the area code is 0212',
    'color code is 112233',
    'the promo code is 2024, the confirmation code is 448812',
    'code review: 1234',
    'the code is 4711 lines',
    'the code for the error is 4711',
    'the gateway code is 5021',
    'the door opened 4711 times, the safe weighs 1200 kg',
    'the alarm went off at 0330, its threshold is 5000',
    'the alarm code E4711 means low battery',
    'the lock file has 4711 lines, the lock timeout is 3000',
    'the door project (code 4711) is late',
    'use 4096 to open the door image',
    'the combination of 1024 threads',
    'building code 2021',
    'bike lock costs 4990',
    'der Code im Modul hat 4711 Zeilen',
    'Das Tor fiel in Minute 117',
    'รหัสไปรษณีย์ของอาคารคือ 10110',
    'the access code path is 200, pins: 1024',
    'security codes 4011 and 4012 are errors',
    'รหัสสินค้าคือ 448812',
    'รหัสพนักงานคือ 11842',
    'ประตูสูง 2010 มม.',
    'pin the version to 2024, pin: 20240501, pin=1024',
    'pin 17 is 3300 mV, the pin is 3300 mV, the pin count is 1156',
    'the gate is 1200 wide, the garage is 2010, the door is 2100 mm high',
    'garage rent: 1200, parking at the gate is 2500 yen',
    'set the alarm to 0715, Alarm ist 0630',
    'Fahrradschloss Modell 3391, Fahrradschloss für 3990 Yen',
    'is it safe to use 4096 here',
    'das Schloss wurde 1742 gebaut',
    'tan hide costs 4500, Tan Sri 4711, OTP valid 1800 seconds',
    'my locker is 4471, my flat is 1204',
    'yarn.lock: 1200 lines, the lock is 3000 ms',
    'the last digits are 4711, unlock 4711 coins',
    'กุญแจห้อง 1204 ราคา 1500 บาท, ประตู 4711',
    'แม่กุญแจราคา 1290, มือถือแบต 5000',
  ])('is not what is meant by: %s', expectRedacted);
});

describe('a passphrase of several words', () => {
  it.each([
    'my passphrase: «correct horse battery staple»',
    'passphrase for the backup disk - «seven purple elephants dance»',
    'The password to the NAS is «blue kettle under the stairs».',
    'I changed the laptop passphrase to «orbit velvet candle seven»',
    "the wi-fi's password is: «maple syrup on toast»",
    'wifi: acme, password: «lazy green turtle»',
    'das WLAN Passwort ist jetzt «blauer Elefant tanzt nachts»',
    'Passphrase für die Platte: «stiller Ozean zwölf Lampen»',
    'das Gäste-WLAN-Passwort lautet «Willkommen bei den Müllers»',
    'รหัสผ่านไวไฟคือ «ม้าถูกต้องแบตเตอรี่ลวด»',
    'รหัสไวไฟบ้านคือ «แมวสีส้มกินปลาทู» นะครับ',
    'le mot de passe est "«cheval correct batterie»"',
  ])('is found: %s', expectRedacted);

  it.each([
    'the password is longer than eight characters',
    'the password is good for one day',
    'the password is kept in the vault of the company',
    'the password is what protects the account',
    'the wifi password is on the back of the router',
    'the wifi password is longer than mine',
    'password: required for all users',
    'the password is super simple stuff',
    'the password is company name and year',
    'Password: please enter the password',
    'passphrase: optional string used for encryption',
    "prompts: [{ prompt: 'Password: ', echo: false }]",
    'Passwort: mindestens acht Zeichen',
    'das WLAN-Passwort ist im Router hinterlegt',
    'รหัสผ่านคือสิ่งสำคัญ',
    'รหัสผ่านคือชื่อแมวของฉัน',
    'la password è scaduta',
  ])('is not what is meant by: %s', expectRedacted);
});

const seed = 'apple brick cloud dance eagle flame grape house index juice knife lemon';

describe('the words of a wallet', () => {
  it.each([
    `my recovery phrase: «${seed}»`,
    `wallet words are «${seed}»`,
    `«${seed}»`,
    `this is my ledger backup «${seed}»`,
    `Wiederherstellungswörter fürs Konto: «${seed}»`,
    `ซีดของกระเป๋า «${seed}»`,
  ])('are found: %s', expectRedacted);

  it.each([
    seed.split(' ').slice(1).join(' '),
    seed.replace('dance', 'with'),
    seed.replace('dance', 'dancing'),
    `${seed} and more`,
    seed.replaceAll(/[a-z]+/gu, 'word'),
  ])('are not what is meant by: %s', expectRedacted);
});

describe('a bank account', () => {
  it.each([
    'send it to «GB29NWBK60161331926819» pls',
    'iban «de89 3704 0044 0532 0130 00»',
    'IBAN:«DE89370400440532013000»,BIC COBADEFF',
    '«CH93 0076 2011 6238 5295 7» is my account',
    'Konto «AT61 1904 3002 3457 3201» Anna',
  ])('is found: %s', expectRedacted);

  it.each(['DE89370400440532013001', 'DE893704004405320130001', 'DE12 3456', 'XX89370400440532013000'])(
    'is not what is meant by: %s',
    expectRedacted,
  );
});

describe('the papers of a person, and what a bank asks', () => {
  it.each([
    'my passport is «C01X00T47»',
    'Passport no: «X1234567»',
    'Reisepass «C4VT9X21K» läuft ab',
    'Personalausweis Nummer «L22X08T17»',
    "driver's license number «D1234567»",
    'พาสปอร์ตเลขที่ «AA1234567»',
    "my mother's maiden name is «Kowalski»",
    'Sicherheitsfrage Haustier: «Bello»',
    'นามสกุลเดิมของแม่คือ «สุขสวัสดิ์»',
    'visa card«4111111111111111»exp 09/27',
    '«4242 4242 4242 4242»cvv«123»',
  ])('are found: %s', expectRedacted);

  it.each([
    'passport control opens at 0700, passport photos 3545',
    'Personalausweis kostet 37 Euro',
    'I got my passport in 2019',
    "my mother's maiden name is required",
    'the security answer is hashed, maiden name: string',
    'the answer to the security question is wrong',
  ])('are not what is meant by: %s', expectRedacted);
});

describe('a password with another name', () => {
  it.each([
    'the router admin pass: «Zebra!9»',
    'root pass changed to «Tiger_77»',
    'mein pw bei gmx war «Biene_Maja»',
    'geheim: «Apfel_99»',
    'hotmail passwrd «dolphin88»',
    'passw. «Kaktus55»',
    'เน็ตบ้านรหัส «fiber9988»',
    'พาสเวิร์ดอีเมล «maew_2020»',
    'รหัสเฟส «somchai_99»',
  ])('is found: %s', expectRedacted);

  it.each([
    'the pass is 2300m high, our pass expires 20281105',
    'we pass userId42 to the function',
    'geheim: niemand weiß es',
    'รหัสสินค้า abc12345, รหัสพนักงาน emp2024',
    'รหัสผ่านเก็บใน 1Password',
  ])('is not what is meant by: %s', expectRedacted);
});

describe('the number of a person', () => {
  it.each([
    'my SSN is «078-05-1120»',
    'social: «078.05.1120»',
    'her ssn is «457 55 5462», SSN «078051120»',
    '«457-55-5462» is my social',
    'name: Doe, «457-55-5462», single',
    'meine Sozialversicherungsnummer ist «65 170839 J 003»',
    'SV: «65170839J003»',
    'meine Steuer-ID ist «86095742719»',
    'Steueridentifikationsnummer: «86 095 742 719»',
    'เลขบัตรประชาชนของฉันคือ «1-1017-00230-70-8»',
    'เลขประจำตัวประชาชน «1101700230708»',
    'my NHS number is «943 476 5919»',
    'NI number «AB 12 34 56 C»',
    'SIN «046 454 286»',
    'bsn is «111222333»',
    'codice fiscale «RSSMRA85T10A562S»',
    'mi DNI es «12345678Z»',
    'numéro de sécu «1 84 12 76 451 089 46»',
    'meine ahv nummer lautet «7569217076985»',
    'SVNR «1237 010180»',
    'Krankenversichertennummer «A123456780»',
    'CPF «529.982.247-25»',
    'PESEL «44051401359»',
    'personnummer «811218-9876»',
    'henkilötunnus «131052-308T»',
    'my aadhaar is «2341 2341 2346»',
    '身份证 «11010519491231002X»',
    'nric «S1234567D»',
  ])('is found: %s', expectRedacted);

  it.each([
    'call 555-12-3456',
    'part no. 219-09-9999',
    'version 078.05.1120.1',
    'ssn 999-99-9999, ssn 000-12-3456',
    'issue 86095742719',
    'meine Steuer-ID ist 86095742718',
    '1101700230708 ms',
    'เลขประจำตัวประชาชน 1101700230706',
    'social score: 219 09 9999 points',
    'my NHS number is 943 476 5918',
    'order no 943 476 5919',
    'SIN 046 454 287',
    'bsn is 111222334',
    'mi DNI es 12345678A',
    'codice fiscale RSSMRA85T10A562T',
    'PESEL 44051401358',
    'SVNR 1238 010180',
    'nric S1234567E',
    'my aadhaar is 2341 2341 2347',
  ])('is not what is meant by: %s', expectRedacted);

  it('is one in ten numbers of its form, by the check digit', async () => {
    const start = fc.stringMatching(/^[1-8]\d{11}$/u);
    await fc.assert(
      fc.asyncProperty(start, async (digits) => {
        const found = await Promise.all(
          Array.from({ length: 10 }, (_, check) => redact(`national ID ${digits}${check}`)),
        );
        expect(found.filter((text) => text.includes('[redacted:national-id]'))).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });
});
