/** `code alias; alias`: other names of a country, in its own and other languages. */
const rows = `
AF افغانستان
AL Shqipëri
DZ الجزائر; Algérie
AG Antigua
AM Հայաստան
AU AUS
AT AUT; Österreich
AZ Azərbaycan
BS The Bahamas
BH البحرين
BD बंगलादेश; বাংলাদেশ
BY Беларусь
BE België; Belgique; Belgien
BT Druk Yul; འབྲུག
BA Bosnia; Bosna i Hercegovina
BR Brasil
BG България
BI Uburundi
CV Cape Verde
KH កម្ពុជា
CM Cameroun
CA CAN
CF Ködörösêse tî Bêafrîka
TD تشاد; Tchad
CN PRC; Mainland China; CHN; 中国
KM جزر القمر; Comores
CG Congo-Brazzaville; Republic of the Congo
CI Ivory Coast
HR Hrvatska
CY Κύπρος; Kıbrıs
CZ Czech Republic; Česká republika; Česko
CD DR Congo; DRC; Congo-Kinshasa; Zaire
DK Danmark
DJ جيبوتي
DO República Dominicana
EG مصر
GQ Guinea Ecuatorial
ER ኤርትራ
EE Eesti
SZ Swaziland
ET ኢትዮጵያ
FI Suomi
FR FRA
GM The Gambia
GE საქართველო
DE DEU; Allemagne; Federal Republic of Germany; Deutschland
GH Gaana
GR Hellas; Ελλάδα
GN Guinée
GW Guiné-Bissau
HU Magyarország
IS Ísland
IN IND; Bharat; Hindustan; भारत; இந்தியா; ভারত; భారతదేశం
IR Persia; ایران
IQ العراق
IE Republic of Ireland; Eire
IL ישראל; إسرائيل
IT ITA; Italia
JP JPN; Nippon; 日本
JO الأردن
KZ Казахстан; Қазақстан
KW الكويت
KG Кыргызстан; Киргизия
LA Lao; ລາວ
LV Latvija
LB لبنان; Liban
LY ليبيا
LT Lietuva
LU Luxemburg; Lëtzebuerg
MG Madagasikara
MY 马来西亚
MV The Maldives
MR موريتانيا
MU Maurice
FM Federated States of Micronesia
MD Republica Moldova
MN Монгол
ME Црна Гора; Crna Gora
MA المغرب; Maroc
MZ Moçambique
MM Burma; မြန်မာ; Myanmar (Burma)
NA Namibië
NP NPL; Federal Democratic Republic of Nepal; नेपाल
NL Holland; The Netherlands; Nederland
NZ NZL; Aotearoa
NE Nijar
KP DPRK; 북한
MK Macedonia; Северна Македонија; Maqedonia e Veriut
NO Norge; Noreg
OM عُمان
PK پاکستان
PS State of Palestine; الأراضي الفلسطينية; Palestinian Territories
PH The Philippines; Pilipinas
PL Polska
QA قطر
RU Russian Federation; Россия
RW U Rwanda
KN Saint Kitts; St Kitts and Nevis
LC St Lucia
VC St Vincent; St. Vincent & Grenadines
ST Sao Tome; São Tomé e Príncipe
SA KSA; المملكة العربية السعودية
SN Senegaal
RS Србија; Srbija
SG SGP; 新加坡; Singapura; சிங்கப்பூர்
SK Slovensko
SI Slovenija
SO Soomaaliya
ZA RSA; Suid-Afrika; iNingizimu Afrika
KR Korea; Republic of Korea; ROK; 대한민국
SS جنوب السودان
ES ESP; España; Espanya; Espainia
LK Ceylon; ශ්‍රී ලංකාව; இலங்கை
SD The Sudan; السودان
SE Sverige
CH CHE; Swiss Confederation; Schweiz; Suisse; Svizzera; Svizra
SY سوريا
TW Republic of China; Formosa; 台湾; 台灣
TJ Тоҷикистон
TH ไทย
TL East Timor
TT Trinidad
TN تونس; Tunisie
TR Turkey
UA Україна; Украина
AE UAE; Emirates; Dubai; Abu Dhabi; الإمارات العربية المتحدة
GB UK; Great Britain; Britain; England; Scotland; Wales; Northern Ireland; Vereinigtes Königreich; Royaume-Uni; GBR; बेलायत; Y Deyrnas Unedig
US USA; America; United States of America; The States; Estados Unidos; États-Unis; Vereinigte Staaten; अमेरिका
UZ Oʻzbekiston
VA Holy See; Vatican; Città del Vaticano
VN Viet Nam
YE اليمن`

export const countryAliases: ReadonlyMap<string, readonly string[]> = new Map(
  rows
    .trim()
    .split('\n')
    .map((row) => [row.slice(0, 2), row.slice(3).split('; ')]),
)
