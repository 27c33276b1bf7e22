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
    'pin 17 is 3300 mV, the pin count is 1156',
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
