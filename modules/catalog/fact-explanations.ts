import type { FactName, Treatment } from './facts.ts'

/** The place of origin stands in one row with the district. */
type ExplainedFact = Exclude<FactName, 'originPlace'>

export const factExplanations: Record<ExplainedFact, string> = {
  mineral:
    'The natural substance of the stone, by the name a mineralogist uses. Ruby and sapphire are both corundum; rock crystal, amethyst and citrine are all quartz. A bowl, a bag or a plain ring has no mineral.',
  tradeName:
    'The name the trade uses for this kind of stone. Rubellite is a red tourmaline; citrine is a yellow quartz, whether the earth or an oven made it yellow. A trade name often speaks of colour. The treatment has a line of its own.',
  originDistrict:
    'For a stone from Nepal, where it was found: the place, then the district. Where a stone came to Nepal from abroad, and for everything made by hand, it is where the piece was cut, made or finished. We write what we were told by those who sold it to us. No laboratory confirms it.',
  altitudeM:
    'The height of that place above the sea, in metres. For a digging on the side of a mountain it is an estimate.',
  weightG:
    'The weight of the piece in grams, with its setting and without its packing. Where each piece differs a little, it is the weight of a typical one.',
  sizeMm:
    'Length, width and height in millimetres, measured at the widest points. Where you choose a size, the measure of that size stands beside its name.',
  treatment:
    'What was done to the stone after it was found, to change its colour, its clarity or its strength. Cutting and polishing do not count. Most treatments are old and accepted, as long as they are named. Where the history of a stone is not known, we assume the likelier answer and say so.',
  maker:
    'The workshop, or the people, who made, cut or strung the piece. Where several hands share the work, it is those who gave the piece its form.',
}

export const treatmentExplanations: Record<Exclude<Treatment, 'not applicable'>, string> = {
  none: 'Nothing but cleaning, cutting and polishing, as far as we know.',
  heated:
    'Warmed in an oven, often to several hundred degrees, to change or even out the colour. The colour lasts and needs no special care. Nearly all citrine on the market is heated, and most sapphire and aquamarine.',
  dyed: 'Given colour by a dye that sinks into pores and fine cracks. The dye can fade in strong sun and come off with perfume or solvents. Wipe the piece with a soft, dry cloth.',
  oiled:
    'A clear oil or wax fills the fine cracks, so that they are harder to see. It is usual with emerald. The oil can dry out over the years: no hot water, no steam, no ultrasonic cleaner.',
  stabilised:
    'A soft or porous stone was soaked with clear resin, so that it hardens, keeps its colour and takes a polish. It is usual with turquoise. Keep it away from heat and solvents.',
  irradiated:
    'The colour was changed by radiation, often followed by gentle heat. Nearly all blue topaz is made so. The law says how long such stones are kept before they are sold, so that they are safe to wear.',
  coated:
    'A very thin layer of metal or resin on the surface gives the colour or the sheen. It can scratch and wear off: no abrasives, no ultrasonic cleaner.',
}
