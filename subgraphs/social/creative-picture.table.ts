import { definePictureTable } from "../../lib/picture-table.js";

export const creativePictures = definePictureTable("social.creative_picture", "creativePicture");
